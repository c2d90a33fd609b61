import { conform } from "../conformance.ts";
import { payLink } from "./pay-link.ts";

conform(payLink, { folder: import.meta.dirname, message: null });
