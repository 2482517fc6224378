/** A disk of its own that can be filled; making one takes root, on Linux. */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const diskKinds = ['tmpfs', 'ext4'] as const
export type DiskKind = (typeof diskKinds)[number]

export interface SmallDisk {
  readonly folder: string
  /** Leaves not a byte. */
  fill(): void
  free(): void
  remove(): void
}

/** Enough for a browser's profile, and soon full. */
const size = 220_000_000

/** @throws Error where this user or machine cannot mount one, saying why */
export function smallDisk(kind: DiskKind): SmallDisk {
  const parent = mkdtempSync(join(tmpdir(), 'voxelwise-disk-'))
  const folder = join(parent, 'disk')
  mkdirSync(folder)
  try {
    if (kind === 'tmpfs') command('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
    else {
      const image = join(parent, 'image')
      writeFileSync(image, '')
      truncateSync(image, size)
      command('mkfs.ext4', '-q', '-F', '-m', '0', image)
      command('mount', '-o', 'loop', image, folder)
    }
  } catch (error) {
    rmSync(parent, { recursive: true })
    throw error
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      command('umount', folder)
      rmSync(parent, { recursive: true })
    },
  }
}

/** In ever smaller pieces, until the last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'a')
  for (const bytes of [1 << 20, 1 << 12, 1]) {
    const piece = Buffer.alloc(bytes, 0x56)
    try {
      while (writeSync(handle, piece) === bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(handle)
}

function command(name: string, ...rest: string[]): void {
  try {
    execFileSync(name, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const told = (error as { readonly stderr?: Buffer }).stderr?.toString().trim()
    throw new Error(
      `${name} failed: ${told || (error as Error).message}. A disk of its own takes root, on Linux.`,
    )
  }
}
