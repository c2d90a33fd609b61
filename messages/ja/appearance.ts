export const appearance = {
  title: "表示",
  system: "端末に合わせる",
  light: "ライト",
  dark: "ダーク",
};
