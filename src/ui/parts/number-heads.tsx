/** Heads of columns of numbers. */
export function NumberHeads({ names }: { readonly names: readonly string[] }) {
  return names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns never move, and two may have one name
    <th key={at} scope="col" className="number">
      {name}
    </th>
  ))
}

/** Heads of a proportion's columns: narrow screens spare the number of right answers. */
export function EstimateHeads() {
  return (
    <>
      <NumberHeads names={['n']} />
      <th scope="col" className="number spare">
        Right
      </th>
      <NumberHeads names={['Accuracy', '95% interval']} />
    </>
  )
}
