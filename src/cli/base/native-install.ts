/** Which ONNX Runtime for Node `--runtime node` runs on, and how it is installed. */

/** The version that transformers.js pins. */
export const runtimeVersion = '1.30.0'

/** Its install script would fetch CUDA's libraries: without it the package has all that the processor needs. */
export const installCommand = `npm install --no-save --ignore-scripts onnxruntime-node@${runtimeVersion}`
