import type { ErrorTexts } from "../texts/errors.ts";
import { inMinutes } from "./dates.ts";

export const error: ErrorTexts = {
  kinds: {
    "bad-request": {
      happened: "This request could not be understood",
      meaning: "Part of it is missing or damaged. Nothing was changed.",
      advice: "Go back to where you came from and start again.",
    },
    "forbidden-form": {
      happened: "This form could not be accepted",
      meaning:
        "It was open for too long, you signed in again since, or it came from another site. Nothing was changed.",
      advice: "Go back, load the page again and repeat what you did.",
    },
    "not-found": {
      happened: "There is no page here",
      meaning: "The address may be mistyped or out of date.",
      advice: "Check the address, or go back to where you came from.",
    },
    "wrong-method": {
      happened: "This page does not work that way",
      meaning: "The address exists, but not for what was asked of it. Nothing was changed.",
      advice: "Go back to where you came from and start again.",
    },
    "too-large": {
      happened: "That was too much at once",
      meaning: "What was sent is larger than this page accepts. Nothing was changed.",
      advice: "Go back and send less.",
    },
    insecure: {
      happened: "This connection is not private",
      meaning: "Signing in needs an address that begins with https, so nothing was sent on.",
      advice: "Go back to the application, and tell its makers if this happens again.",
    },
    "suspended-user": {
      happened: "Your account is suspended",
      meaning: "It cannot be used for now. Nothing was shared.",
      advice: "Ask the people who run this service why.",
    },
    "suspended-application": {
      happened: "This application is suspended",
      meaning: "It cannot ask for access to accounts for now. Nothing was shared.",
      advice: "If you rely on it, ask its makers.",
    },
    "rate-limited": (minutes) => ({
      happened: "Too many requests",
      meaning: "More arrived from here than we accept in such a short time. Nothing was changed.",
      advice: `Try again in ${inMinutes(minutes)}.`,
    }),
    internal: {
      happened: "Something went wrong on our side",
      meaning: "We could not finish what you asked for. The failure has been recorded.",
      advice: "Try again. If it happens again, tell the people who run this service.",
    },
    unavailable: {
      happened: "We cannot do this right now",
      meaning: "The service is busy or being looked after. Nothing was changed.",
      advice: "Wait a minute and try again.",
    },
    "outcome-unknown": {
      happened: "We do not know whether this worked",
      meaning: "Something failed while we were saving it. It may have been saved, or not.",
      advice: "Wait a minute, look whether the change is there, and try again if it is not.",
    },
  },
  retry: "Try again",
  status: (status) => `Error ${status}`,
  reference: "Reference for support",
};
