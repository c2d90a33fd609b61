import { conform } from "../conformance.ts";
import { cash } from "./cash.ts";

conform(cash, { folder: import.meta.dirname, message: null });
