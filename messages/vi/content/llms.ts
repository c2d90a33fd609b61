/** What /llms.txt says around the shop's own data. https://llmstxt.org, read 2026-11-21 */
export const llms = {
  about: (p: { name: string; tagline: string }) =>
    `${p.name} là cửa hàng trực tuyến bán đồ gia dụng và thiết bị chăm sóc sức khỏe tại Việt Nam. ${p.tagline}.`,
  facts: (p: { methods: string; languages: string }) => [
    "Giá tính bằng đồng Việt Nam (VND), đã gồm VAT, chưa gồm phí giao hàng; giá khi đặt hàng do máy chủ tính lại.",
    `Thanh toán: ${p.methods}. Đặt hàng không cần tài khoản.`,
    `Ngôn ngữ: ${p.languages}. Địa chỉ không có tiền tố là tiếng Việt, /en là tiếng Anh, /ja là tiếng Nhật.`,
    "Mọi trang xem, tìm, lọc và đặt hàng đều dùng được khi tắt JavaScript; dữ liệu sản phẩm có trong JSON-LD của trang.",
  ],
  seller: (p: { legal_name: string; address: string }) => `Người bán: ${p.legal_name}, ${p.address}.`,
  contact: (p: { phone: string; hours: string; email: string }) => `Liên hệ: ${p.phone} (${p.hours}), ${p.email}.`,
  shopping: "Mua sắm",
  groups: "Nhóm sản phẩm",
  search_text: "thêm ?name= và từ cần tìm; hiểu tiếng Việt không dấu",
  cart_text: "giỏ hàng và đặt hàng trên một trang",
  lookup_text: "cần mã đơn và số điện thoại",
  developers: "Dành cho lập trình viên và trợ lý",
  openapi: "Mô tả API (OpenAPI 3.1)",
  openapi_text: "mọi lệnh gọi, kèm ví dụ; JSON, cùng địa chỉ với trang, khách không cần khóa",
  docs: "Tài liệu API",
  docs_text: "cùng nội dung, để đọc",
  sitemap_text: "mọi địa chỉ, bằng ba ngôn ngữ",
};
