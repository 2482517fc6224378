/** The name or path of a file. A long one may break anywhere but in its extension. */
export function FileName({ name }: { readonly name: string }) {
  const extension = endOfFileName.exec(name)?.[0] ?? ''
  return (
    <span className="mono">
      {name.slice(0, name.length - extension.length)}
      <span className="keep">{extension}</span>
    </span>
  )
}

/** “.png”, “.nii.gz”: not the last number of a DICOM identifier. */
const endOfFileName = /(?:\.nii|\.tar)?\.[a-z][a-z0-9_]{0,9}$/i
