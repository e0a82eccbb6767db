/**
 * A worker: judges one password after the other, as the service does. What stands before this script is put there by
 * scripts.ts.
 */
const estimator = makeEstimator(zxcvbnts.core.ZxcvbnFactory, zxcvbnts["language-common"]);

addEventListener("message", ({ data: { number, password, owner } }) => {
  postMessage({ number, ...judgePassword(password, owner, estimator) });
});
