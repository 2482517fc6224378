// The packages declare no types.

interface EmbindOptions {
  readonly wasmBinary: ArrayBuffer
  readonly print: () => void
  readonly printErr: () => void
}

type EmbindModule<Decoder> = (options: EmbindOptions) => Promise<Decoder>

interface EmbindDecoder {
  getEncodedBuffer(bytes: number): Uint8Array
  decode(): void
  /** A view of the library's memory: valid until the next call. */
  getDecodedBuffer(): Uint8Array
  getFrameInfo(): {
    readonly width: number
    readonly height: number
    readonly bitsPerSample: number
    readonly componentCount: number
    readonly isSigned?: boolean
  }
  /** Only CharLS has it. */
  getInterleaveMode?(): number
  delete(): void
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const factory: EmbindModule<{ readonly J2KDecoder: new () => EmbindDecoder }>
  export default factory
}

declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const factory: EmbindModule<{ readonly JpegLSDecoder: new () => EmbindDecoder }>
  export default factory
}
