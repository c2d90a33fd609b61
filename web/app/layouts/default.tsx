import { Outlet, useLoaderData } from "react-router";
import { cacheLayoutData, type FrameData, loadLayoutData } from "./chrome.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export const loader = loadLayoutData;
export const shouldRevalidate = cacheLayoutData;

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
