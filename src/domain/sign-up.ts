export const signUpWays = ["open", "invitation", "closed"] as const;
export type SignUpWay = (typeof signUpWays)[number];

export function isSignUpWay(text: string | undefined): text is SignUpWay {
  return signUpWays.some((one) => one === text);
}
