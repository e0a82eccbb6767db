/** The line with which commands say that they serve, in each format of the log. Its first group is the URL. */
export const readyLine = /^(?:ready |\{.*"baseUrl":")([^\s"]+)(?:$|","msg":"ready"\}$)/m;
