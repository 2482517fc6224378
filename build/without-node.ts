import type { Plugin } from 'vite'

const empty = '\0without-node'

/** The WebAssembly decoders of DICOM mention modules of Node, which they use only there. */
export function withoutNode(): Plugin {
  return {
    name: 'without-node',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      (id === 'fs' || id === 'path') && importer?.includes('@cornerstonejs') ? empty : null,
    load: id => (id === empty ? 'export default {}' : null),
  }
}
