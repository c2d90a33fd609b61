/** The password of everybody in the demo's cast, set outside production only. It satisfies the rule of Spec §5. */
export const demo_password = "Mutosi@2026Demo";
