import { posix, win32 } from 'node:path'

/**
 * Options of a command as a shard keeps them, since a shard is given to others: of an absolute path only its last part.
 * Relative paths are kept.
 */
export const withoutFolders = (argv: readonly string[]): readonly string[] =>
  argv.map(word => {
    const [, option = '', value = ''] = /^(--[^=]*=)?(.*)$/s.exec(word) ?? []
    const isAbsolute = posix.isAbsolute(value) || win32.isAbsolute(value) || /^(?:~|file:)/.test(value)
    return isAbsolute ? `${option}…/${win32.basename(value)}` : word
  })

/** The same on a private data set: only which options were given. A folder, an id or a value of a column may name a patient. */
export const withoutValues = (argv: readonly string[]): readonly string[] =>
  argv.map(word => (word.startsWith('--') ? word.replace(/=.*$/s, '=…') : '…'))
