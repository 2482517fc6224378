export interface Tree {
  readonly [name: string]: Tree | 'file' | 'fails'
}

/** As much of a directory's handle as listing needs: each name comes a turn later. */
export function handle(name: string, tree: Tree): FileSystemDirectoryHandle {
  async function* values() {
    for (const [name, inner] of Object.entries(tree)) {
      await new Promise(resolve => setTimeout(resolve))
      if (inner === 'fails') throw new DOMException('gone', 'NotFoundError')
      yield inner === 'file' ? { kind: 'file', name } : handle(name, inner)
    }
  }
  return { kind: 'directory', name, values } as unknown as FileSystemDirectoryHandle
}
