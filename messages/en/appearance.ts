export const appearance = {
  title: "Appearance",
  system: "As the device",
  light: "Light",
  dark: "Dark",
};
