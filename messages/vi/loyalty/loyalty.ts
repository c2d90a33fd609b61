/** Points and ranks. Figures, amounts and days come formatted. */
import type { PointReason } from "contract/loyalty/point-kinds.ts";
import type { Rank } from "contract/loyalty/ranks.ts";

type Points = { points: string };
type Day = { day: string };
type OfOrder = { order: string };

export const loyalty = {
  title: "Điểm thưởng",
  description: "Điểm bạn có, điểm sắp hết hạn, hạng thành viên và hạng tiếp theo.",
  ranks: { member: "Thành viên", silver: "Bạc", gold: "Vàng", diamond: "Kim cương" } satisfies Record<Rank, string>,
  rank: (p: { rank: string }) => `Hạng ${p.rank}`,
  /** Under the name of the account. */
  card: (p: { rank: string } & Points) => `Hạng ${p.rank} · ${p.points} điểm`,
  balance: "Điểm hiện có",
  points: (p: Points) => `${p.points} điểm`,
  worth: "1 điểm = 1,000 đ",
  ending: (p: Points & Day) => `${p.points} điểm hết hạn ${p.day}`,
  spend: (p: { amount: string }) => `Chi tiêu 12 tháng ${p.amount}`,
  next: (p: { rank: string; amount: string }) => `${p.rank} · ${p.amount}`,
  missing: (p: { rank: string; amount: string }) => `Thêm ${p.amount} để lên hạng ${p.rank}.`,
  reached: (p: { rank: string }) => `Bạn đã đủ chi tiêu cho hạng ${p.rank}, hạng được xét trong đêm.`,
  highest: "Bạn đang ở hạng cao nhất.",
  until: (p: Day) => `Hạng được giữ đến hết ngày ${p.day}, sau đó xét lại.`,
  benefits: (p: { rank: string }) => `Quyền lợi hạng ${p.rank}`,
  earns: (p: { percent: string }) => `Tích ${p.percent}% tiền hàng đã trả`,
  spends: "Dùng điểm khi đặt hàng: bước 10 điểm, tối đa nửa tiền hàng sau mã và phiếu",
  lasts: "Điểm dùng được 12 tháng, tính từ cuối tháng được cộng",
  compare: "Các hạng thành viên",
  columns: { rank: "Hạng", spend: "Chi tiêu 12 tháng", benefits: "Quyền lợi" },
  from: (p: { amount: string }) => `Từ ${p.amount}`,
  counted:
    "Chi tiêu là tiền hàng đã trả của các đơn hoàn tất trong 12 tháng trước hôm nay, không tính hàng trả lại. Hạng được xét mỗi đêm.",
  history: "Lịch sử điểm",
  history_description: "Điểm đã cộng, đã dùng và số dư sau mỗi lần.",
  see_all: "Xem tất cả",
  usable: "Dùng được",
  usable_worth: (p: { amount: string }) => `bằng ${p.amount}`,
  held: "Đang giữ",
  held_text: "cho đơn chờ xác nhận, trả lại nếu đơn hủy",
  pending: "Chờ cộng",
  pending_text: "khi đơn hoàn tất, chưa vào số dư",
  ends: "Sắp hết hạn",
  ends_day: (p: Day) => `${p.day}, sau phần đang giữ`,
  ends_none: "không có điểm nào",
  debt: (p: Points) => `Còn nợ ${p.points} điểm`,
  debt_text: (p: Points) =>
    `Đơn trả lại đã dùng điểm vượt số dư. ${p.points} điểm sẽ trừ vào điểm mới, không thu tiền.`,
  too_young: "Điểm được tích và dùng từ 16 tuổi. Điểm bạn đã có được giữ đến khi đó.",
  groups_label: "Lịch sử theo loại",
  groups: { all: "Tất cả", accumulated: "Cộng", spent: "Dùng, trừ" },
  reasons: {
    earn: (p: OfOrder) => `Đơn ${p.order}`,
    give_back: (p: OfOrder) => `Trả lại từ đơn ${p.order}`,
    spend: (p: OfOrder) => `Dùng cho đơn ${p.order}`,
    take_back: (p: OfOrder) => `Thu lại, đơn ${p.order} có hàng trả`,
    expire: () => "Điểm hết hạn",
    adjust: () => "Cửa hàng điều chỉnh",
    void: () => "Hủy điểm",
    reversal: () => "Sửa lần ghi nhầm",
  } satisfies Record<PointReason, (p: OfOrder) => string>,
  lot_ends: (p: Day) => `hết hạn ${p.day}`,
  lot_ended: (p: Day) => `từ điểm hết hạn ${p.day}`,
  balance_after: (p: Points) => `Số dư ${p.points}`,
  empty: { all: "Chưa có điểm", accumulated: "Chưa được cộng điểm", spent: "Chưa dùng điểm" },
  empty_text: "Mua hàng được tích điểm khi đơn hoàn tất. 1 điểm = 1,000 đ.",
  shop: "Xem sản phẩm",
  pages: "Các trang lịch sử điểm",
  page: (p: { page: number }) => `Trang ${p.page}`,
  previous: "Trang trước",
  next_page: "Trang sau",
};
