/**
 * First parts of addresses that no programme, hub or builder page may have as its slug: those of the routes, of the server
 * and of what is to come. `pages.is_reserved` in the database says the same. rules/pages#addresses
 */
export const reservedPageSlugs: ReadonlySet<string> = new Set(
  `bao-hanh bao-tri catalogue-fullscreen checkout chinh-sach-bao-mat chuyen-dien-gia-dung compare confirm-warranty dang-ky-bao-hanh
    dang-ky-doi-tac dang-xuat danh-gia-san-pham diem-ban doi-diem-nhan-qua faq gioi-thieu-ve-mutosi hop-tac kho-noi-dung
    landing-page lien-he login pages quan-ly-doi-nhom register san-pham san-pham-danh-cho-freelancer so-sanh-san-pham
    tag tai-khoan thanh-toan thong-tin tim-kiem tim-kiem-don-hang tin-tuc top-freelancer tuyen-dung
    api app assets auth avatars ban-do client dev docs en feeds fonts gio-hang health home icons images ja js khao-sat
    metrics offline qr quan-tri quen-mat-khau session sitemap sw tho uploads v0 v1 v2 vi`
    .split(/\s+/)
    .filter(Boolean),
);
