/** E-mails to staff. Plain text; times arrive ready to be shown. */
export const staffEmails = {
  contact_safety: (p: { shop: string; name: string; code: string; link: string }) => ({
    title: `Cần xử lý ngay: tin ${p.code}`,
    text: `Chào ${p.name},

Có tin báo máy bốc khói, rò điện, rò nước hoặc có người bị thương: ${p.code}. Trả lời trong hôm nay.

${p.link}`,
  }),
  invitation: (p: { shop: string; name: string; by: string | null; until: string; link: string }) => ({
    title: `Lời mời vào trang quản trị ${p.shop}`,
    text: `Chào ${p.name},

${p.by === null ? `Bạn được mời` : `${p.by} mời bạn`} vào làm việc trên trang quản trị của ${p.shop}. Mở liên kết này để đặt mật khẩu và bước thứ hai:

${p.link}

Liên kết dùng một lần, đến ${p.until}. Nếu bạn không chờ thư này thì bỏ qua là được.`,
  }),
  password: (p: { shop: string; name: string; until: string; link: string }) => ({
    title: `Đặt lại mật khẩu quản trị ${p.shop}`,
    text: `Chào ${p.name},

Mở liên kết này để đặt mật khẩu mới. Khi đăng nhập vẫn cần bước thứ hai.

${p.link}

Liên kết dùng một lần, đến ${p.until}. Nếu không phải bạn yêu cầu, mật khẩu cũ vẫn dùng được.`,
  }),
  factor: (p: { shop: string; name: string; by: string | null; until: string; link: string }) => ({
    title: `Đặt bước thứ hai mới ở quản trị ${p.shop}`,
    text: `Chào ${p.name},

${p.by ?? p.shop} đã mở việc đặt lại bước thứ hai cho bạn. Mở liên kết này, nhập mật khẩu và quét mã mới:

${p.link}

Liên kết dùng một lần, đến ${p.until}. Nếu bạn không mất điện thoại, đừng mở liên kết và hãy báo ngay cho người quản lý.`,
  }),
  password_changed: (p: { shop: string; name: string }) => ({
    title: `Mật khẩu quản trị ${p.shop} đã đổi`,
    text: `Chào ${p.name},

Mật khẩu của bạn vừa được đổi, mọi phiên đăng nhập đã kết thúc. Nếu không phải bạn, hãy báo ngay cho người quản lý.`,
  }),
  factor_changed: (p: { shop: string; name: string }) => ({
    title: `Bước thứ hai ở quản trị ${p.shop} đã đổi`,
    text: `Chào ${p.name},

Bước thứ hai của bạn vừa được đổi, mọi phiên đăng nhập khác đã kết thúc. Nếu không phải bạn, hãy báo ngay cho người quản lý.`,
  }),
  factor_reset_told: (p: { shop: string; name: string; by: string | null; person: string; reason: string }) => ({
    title: `${p.person} được mở đặt lại bước thứ hai ở ${p.shop}`,
    text: `Chào ${p.name},

${p.by ?? "Lệnh trên máy chủ"} đã mở việc đặt lại bước thứ hai của ${p.person}. Lý do: ${p.reason}. Chỉ có hiệu lực khi người đó xác nhận qua thư.`,
  }),
  owner_by_command: (p: { shop: string; name: string; person: string }) => ({
    title: `Lệnh trên máy chủ đã mời ${p.person} làm chủ shop ${p.shop}`,
    text: `Chào ${p.name},

Một người có quyền vào máy chủ vừa tạo lời mời làm chủ shop cho ${p.person}. Các phiên đăng nhập của tài khoản đó đã kết thúc. Nếu bạn không biết việc này, hãy kiểm tra ngay.`,
  }),
  approval_asked: (p: { shop: string; name: string; by: string; what: string; code: string }) => ({
    title: `${p.by} gửi duyệt: ${p.what}`,
    text: `Chào ${p.name},

${p.by} gửi duyệt một việc cần người thứ hai ở ${p.shop}: ${p.what}. Mở trang quản trị, mục Duyệt, yêu cầu ${p.code}.`,
  }),
  approval_alone: (p: { shop: string; name: string; by: string; what: string; code: string; at: string }) => ({
    title: `${p.by} duyệt một mình: ${p.what}`,
    text: `Chào ${p.name},

Không còn ai khác duyệt được nên ${p.by} tự xác nhận: ${p.what}. Việc này tự chạy lúc ${p.at}. Ai trong nhân viên cũng dừng được: mở trang quản trị ${p.shop}, mục Duyệt, yêu cầu ${p.code}.`,
  }),
  approval_decided: (p: {
    shop: string;
    name: string;
    what: string;
    code: string;
    state: "approved" | "done" | "void" | "refused" | "stopped";
    why: string;
  }) => ({
    title: `${{ approved: "Đã duyệt", done: "Đã duyệt và đã làm", void: "Hết hiệu lực", refused: "Bị từ chối", stopped: "Bị dừng" }[p.state]}: ${p.what}`,
    text: `Chào ${p.name},

Yêu cầu ${p.code} của bạn ở ${p.shop} (${p.what}): ${{ approved: "đã được duyệt, bạn làm tiếp được", done: "đã được duyệt và đã làm xong", void: "hết hiệu lực vì số liệu đã đổi", refused: "bị từ chối", stopped: "bị dừng" }[p.state]}.${p.why === "" ? "" : ` Lý do: ${p.why}.`}`,
  }),
};
export type StaffEmails = typeof staffEmails;
