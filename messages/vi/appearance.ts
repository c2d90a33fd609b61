/** Texts of the theme switch in the footer. No browser loads them. */
export const appearance = {
  title: "Giao diện",
  system: "Theo máy",
  light: "Sáng",
  dark: "Tối",
};
