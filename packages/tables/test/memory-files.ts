import { type Bytes, ContainerFiles, memoryBytes } from '../src/index.ts'

/** The images in a file of the folder `data`, by their references. */
export function imagesIn(name: string, content: string | Uint8Array): (reference: string) => Promise<Bytes> {
  const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)
  const files = new ContainerFiles(async path => {
    if (path === `data/${name}`) return memoryBytes(path, bytes)
    throw new Error(`There is no ${path}.`)
  })
  return reference => files.image(reference, () => {})
}
