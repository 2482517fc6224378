import { keepsClearColours } from './clear-webp.ts'
import type { ImageCodec } from './codec.ts'
import { decodeNative } from './native.ts'

export const browserCodec: ImageCodec = { decode: decodeNative, obstacle: () => null, keepsClearColours }
