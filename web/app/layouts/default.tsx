import { Outlet, useLoaderData } from "react-router";
import { type FrameData, keepChrome, loadChrome } from "./chrome.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export const loader = loadChrome;
export const shouldRevalidate = keepChrome;

export default function DefaultLayout() {
  const { chrome } = useLoaderData<FrameData>();
  return (
    <>
      <Header chrome={chrome} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
