/** Files written in place, in dedicated workers alone: TypeScript has them apart from the DOM's types. */
interface FileSystemSyncAccessHandle {
  truncate(size: number): void
  write(bytes: Uint8Array<ArrayBuffer>): number
  close(): void
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
