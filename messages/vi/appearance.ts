/** The look of the pages: what the switch in the footer says. No browser loads them. */
export const appearance = {
  title: "Giao diện",
  system: "Theo máy",
  light: "Sáng",
  dark: "Tối",
};
