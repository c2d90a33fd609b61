/**
 * Words of the generator that no product of the shop can lend it: invented brands (none of them a mark we know of), what
 * a shop adds to a name, and sentences for a description. Vietnamese, because they become product texts.
 */

/** Most sold first. */
export const inventedBrands = [
  ...["Hanuki", "Sumora", "Veltano", "Korvita", "Lamizo", "Nordavi", "Miyoka", "Arbello", "Zenuva", "Halvora"],
  ...["Kitsara", "Domaro", "Faluna", "Ryunami", "Ostrel", "Bizuka", "Minadori", "Calvora", "Junari", "Pelino"],
  ...["Quentra", "Rovani", "Shirune", "Ubelka", "Vantessa", "Wakuri", "Yolanto", "Tavimo", "Genzaro", "Ikumari"],
] as const;

/** Stands between the kind of thing and the brand, or not at all. */
export const inventedTraits = [
  ...["mini", "cao cấp", "gia đình", "đa năng", "tiết kiệm điện", "thế hệ mới", "gọn nhẹ", "thông minh"],
] as const;

/** What a category narrower than one of the shop's is for: stands behind its name. */
export const inventedPurposes = [
  ...["gia đình nhỏ", "gia đình lớn", "văn phòng", "khách sạn", "nhà trọ", "quán ăn", "xe hơi", "du lịch", "trẻ em"],
  ...["người lớn tuổi", "công nghiệp", "để bàn", "treo tường", "âm tủ", "không dây", "cao cấp", "giá rẻ", "nội địa"],
  ...["nhập khẩu", "tiết kiệm điện", "kèm phụ kiện"],
] as const;

/** Stands at the end of a name. */
export const inventedEndings = [
  ...["bản 2026", "màn hình cảm ứng", "điều khiển từ xa", "vỏ thép không gỉ", "chính hãng", "có hẹn giờ"],
  ...["phủ chống dính", "mặt kính cường lực", "dễ vệ sinh", "vận hành êm", "khóa trẻ em", "tay cầm cách nhiệt"],
] as const;

export const inventedUses = [
  "Phù hợp với gia đình từ ba đến năm người, đặt vừa một góc bếp nhỏ.",
  "Thao tác đơn giản, người lớn tuổi cũng dùng được ngay từ lần đầu.",
  "Các chi tiết tháo rời được, lau rửa nhanh sau mỗi lần dùng.",
  "Thân máy chắc chắn, chân đế chống trượt, dây nguồn cuốn gọn.",
  "Tự ngắt khi quá nhiệt, có khóa an toàn cho nhà có trẻ nhỏ.",
  "Chạy êm, không làm ảnh hưởng đến bữa cơm hay giấc ngủ.",
  "Linh kiện thay thế có sẵn, bảo hành tại các điểm dịch vụ của hãng.",
  "Tiết kiệm điện ở chế độ thường, tăng công suất khi cần nhanh.",
] as const;

export const inventedCare =
  "Lau bằng khăn mềm ẩm, không dùng chất tẩy mạnh. Rút điện trước khi vệ sinh, để nơi khô ráo khi không dùng lâu ngày.";
