/** Files written in place, in dedicated workers alone: TypeScript has them apart from the DOM's types. */
interface FileSystemSyncAccessHandle {
  read(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  truncate(size: number): void
  flush(): void
  getSize(): number
  close(): void
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
