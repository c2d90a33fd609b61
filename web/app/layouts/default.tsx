import { Outlet, useLoaderData } from "react-router";
import { type FrameData, keepChrome, loadChrome } from "./chrome.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export const loader = loadChrome;
export const shouldRevalidate = keepChrome;

export default function DefaultLayout() {
  const { chrome, whole } = useLoaderData<FrameData>();
  return (
    <>
      <Header chrome={chrome} whole={whole} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer whole={whole} />
    </>
  );
}
