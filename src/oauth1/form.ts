/**
 * The body of a request if it is a form (RFC 5849 §3.4.1.3.1), otherwise empty. The method does not matter.
 * Everything that reads forms uses this: a body that one reader took for a form and another did not would be
 * acted on without having been verified.
 */
export function formBodyOf(request: { contentType: string | undefined; body: string }): string {
  return isForm(request.contentType) ? request.body : "";
}

/** For those who do not have the body yet, or whose body is empty. */
export function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && formType.test(contentType);
}

/** White space as in RFC 9110 §5.6.3; `\s` would take U+00A0, which is a byte of a header as well. */
const formType = /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/**
 * Whether a Content-Type names the type of a form without being one here. Other servers may read it as
 * one: some end the type at a comma or a space, others take the last of a list, trim U+00A0, or look for
 * the name anywhere.
 */
export function isUnclearForm(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    /x-www-form-urlencoded/i.test(contentType) &&
    !formType.test(contentType)
  );
}
