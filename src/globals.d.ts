/** Set by vite.config.ts: the versions that are written into every run. */
declare const __VERSIONS__: {
  readonly app: string
  readonly transformers: string
  readonly onnxruntime: string
}
