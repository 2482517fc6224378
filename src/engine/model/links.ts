import type { ErrorInfo } from '../base/errors.ts'
import type { SourceKind } from '../protocol/identity.ts'
import type { LayoutFile } from './layout.ts'

/**
 * Describes what is missing in a folder that a browser listed. A browser skips symbolic links, so linked files look
 * missing. Hugging Face's cache (`models--ORG--NAME/snapshots/<commit>`) contains nothing but links.
 * @param missing what was found to be missing
 */
export function asLinks(
  name: string,
  source: SourceKind,
  files: readonly LayoutFile[],
  missing: readonly ErrorInfo[],
): readonly ErrorInfo[] {
  if (missing.length === 0 || (source !== 'directory' && source !== 'files')) return missing
  const repository = /^models--(?=.+$)(.+?)--(.+)$/.exec(name)?.slice(1).join('/')
  const isCache = repository !== undefined || files.some(({ path }) => path.startsWith('blobs/'))
  if (!(isCache || /^[0-9a-f]{40}$/.test(name))) return missing.map(withHint)
  return [
    {
      code: 'model-file-missing',
      subject: name,
      message: 'This Hugging Face cache folder contains links, which browsers ignore.',
      remedy: `Run hf download ${repository ?? 'ORG/NAME'} --local-dir FOLDER and pick that folder, or copy this one with cp -rL.`,
    },
  ]
}

const withHint = (info: ErrorInfo): ErrorInfo =>
  info.code === 'model-file-missing'
    ? {
        ...info,
        remedy: `${info.remedy} If it is a link, copy the folder with cp -rL: browsers ignore links.`,
      }
    : info
