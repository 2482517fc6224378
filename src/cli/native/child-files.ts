/** Numbers of the open files with which `src/cli/serve/local-runtime.ts` starts a process: ONNX Runtime may write into the first three. */

/** The page's connection. */
export const pageFd = 3

/** A pipe to the server that carries nothing, and ends with it. */
export const parentFd = 4
