/** Limits that the form of an application shows and its call holds. rules/recruitment#application */
export const MAX_INTRODUCTION = 500; // characters
export const MAX_CV_BYTES = 5 * 1024 * 1024;
