/** True for pages that show an account, and for those of an order: who is signed out elsewhere leaves them. Without a language. */
export const isMembersPath = (path: string): boolean =>
  /^\/(?:(?:tai-khoan|doi-diem-nhan-qua|checkout|thanh-toan|danh-gia-san-pham\/danh-gia|bao-hanh)(?:\/|$)|danh-gia-san-pham\/?$)/.test(
    path,
  );
