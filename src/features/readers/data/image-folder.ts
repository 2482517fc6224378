import type { SourceDescriptor } from '../../../data/sources/source.ts'

/** A folder with the images of a study: as a handle, or as the files that were picked. */
export type ImageFolder = Extract<SourceDescriptor, { readonly kind: 'directory' | 'files' }>

/** One that the browser can open again. */
export type KeptFolder = Extract<SourceDescriptor, { readonly kind: 'directory' }>
