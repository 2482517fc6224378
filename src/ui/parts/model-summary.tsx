import { bytes, deviceName } from '../format.ts'
import type { ModelOverview } from '../state.ts'
import { ErrorBox } from './error-box.tsx'
import { SourceName } from './source-name.tsx'

/** What a model folder holds, on its card. */
export function ModelSummary({ overview }: { readonly overview: ModelOverview }) {
  const { recommended } = overview
  return (
    <>
      <SourceName name={overview.name} source={overview.source} />
      <p>
        Architecture <span className="mono">{overview.family}</span>
      </p>
      <table className="dtypes">
        <caption className="visually-hidden">Precisions in the folder</caption>
        <tbody>
          {overview.dtypes.map(({ dtype, bytes: size, missing }) => (
            <tr key={dtype} data-usable={missing.length === 0}>
              <th scope="row">{dtype}</th>
              <td className="number">{bytes(size)}</td>
              <td>{missing.length === 0 ? 'complete' : `lacks ${missing.join(', ')}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {recommended && (
        <p className="muted">
          Recommended here: {recommended.dtype} on {deviceName(recommended.device)}. {recommended.reason}
        </p>
      )}
      {overview.problems.map(problem => (
        <ErrorBox key={`${problem.code} ${problem.subject}`} error={problem} />
      ))}
    </>
  )
}
