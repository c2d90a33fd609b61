import { createContext } from "react";

/** Of the request a document answers, on the server: what a visitor reads out to us when a page failed. */
export const RequestId = createContext<string | null>(null);
