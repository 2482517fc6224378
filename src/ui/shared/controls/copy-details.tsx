import type { ErrorInfo } from '../../../engine/base/errors.ts'
import { CopyButton } from './copy-button.tsx'

/** Copies an error for a bug report: versions, code, texts and stack. */
export function CopyDetails({ error }: { readonly error: ErrorInfo }) {
  return <CopyButton label="Copy details" text={() => detailsOf(error)} />
}

function detailsOf({ code, subject, message, remedy, detail }: ErrorInfo): string {
  const { app, transformers, onnxruntime } = __VERSIONS__
  return [
    `Voxelwise ${app} (transformers.js ${transformers}, ONNX Runtime ${onnxruntime})`,
    navigator.userAgent,
    `${code}: ${message} (${subject}) ${remedy}`,
    detail,
  ].join('\n')
}
