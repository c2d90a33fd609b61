import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import scene from "../../art/banners/phone/rest.svg?url";
import { notesContext } from "../context.ts";
import { Brand } from "../frame/brand.tsx";
import { LanguageLinks } from "../frame/language.tsx";
import { cacheLayoutData, type FrameData, loadLayoutData } from "../frame/layout-data.ts";
import { MembersStyles } from "../hydration/more-styles.tsx";
import { useMessages, usePaths } from "../i18n.tsx";

export function loader(args: LoaderFunctionArgs): Promise<FrameData> {
  args.context.get(notesContext).signs_in = true;
  return loadLayoutData(args);
}

export const shouldRevalidate = cacheLayoutData;

/** Beside the form only a picture: brand, link home, languages, hotline. */
export default function LoginLayout() {
  const { layout } = useLoaderData<FrameData>();
  const { common, identity } = useMessages();
  const paths = usePaths();
  const { hotline, name } = layout;
  return (
    <>
      <MembersStyles />
      <header className="site-header">
        <div className="wrap between">
          <Brand name={name} href={paths.home()} />
          <a className="link sign-in-home" href={paths.home()}>
            {common.returnToHomePage}
          </a>
        </div>
      </header>
      <div className="sign-in">
        <aside className="sign-in-scene" data-theme="light">
          <img src={scene} alt="" width={800} height={900} />
          <div>
            <p className="h1">{identity.frame_title}</p>
            <p className="wide-only">{identity.frame_text}</p>
          </div>
        </aside>
        <div className="sign-in-side">
          <main id="main" tabIndex={-1}>
            <Outlet />
          </main>
          <footer className="between row-wrap small">
            {hotline.tel && (
              <a className="link" href={`tel:${hotline.tel}`}>
                {`${common.hotline} ${hotline.display}`}
              </a>
            )}
            <LanguageLinks />
          </footer>
        </div>
      </div>
    </>
  );
}
