/** Products waited for until they are in stock. */
export const restocking = {
  title: "Báo khi có hàng",
  description: "Những sản phẩm tạm hết hàng mà bạn đang chờ.",
  consent:
    "Khi sản phẩm có hàng lại, chúng tôi báo cho bạn một lần, trong mục thông báo và theo cách nhận bạn đã chọn. Bạn hủy lúc nào cũng được; chờ quá 180 ngày thì yêu cầu tự xóa.",
  ask: "Đồng ý, báo cho tôi",
  asked: (p: { name: string }) => `Chúng tôi sẽ báo khi có hàng: ${p.name}.`,
  empty: "Bạn chưa chờ sản phẩm nào",
  empty_text: "Ở trang của sản phẩm tạm hết hàng, bấm “Báo khi có hàng”.",
  remove: "Không chờ nữa",
  remove_named: (p: { name: string }) => `Không chờ nữa: ${p.name}`,
  removed: "Đã hủy yêu cầu báo.",
};
