import { Outlet, useLoaderData } from "react-router";
import { Footer } from "../frame/footer.tsx";
import { Header } from "../frame/header.tsx";
import { cacheLayoutData, type FrameData, loadLayoutData } from "../frame/layout-data.ts";

export const loader = loadLayoutData;
export const shouldRevalidate = cacheLayoutData;

export default function DefaultLayout() {
  const { layout } = useLoaderData<FrameData>();
  return (
    <>
      <Header layout={layout} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
