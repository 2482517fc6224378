/** Set by vite.config.ts: the versions that are written into every run. */
declare const __VERSIONS__: {
  readonly app: string
  readonly transformers: string
  readonly onnxruntime: string
}

/** Set by vite.config.ts: the matrix kernel in two of ONNX Runtime's files; null where they are as published. */
declare const __MATRIX_KERNEL__: '6x8' | null
