import { isBusy } from '../../app/state/stage.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { NumberField } from '../shared/controls/fields.tsx'
import { deviceName } from '../text/format.ts'

/** Collects the models of a race on one data set, and starts it. */
export function RaceEntrants() {
  const controller = useController()
  const { entrants, risk, dataset, model, settings } = useApp(
    pick('entrants', 'risk', 'dataset', 'model', 'settings'),
  )
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  const isReady = dataset.status === 'ready' && model.status === 'ready'
  return (
    <section className="panel race-panel" aria-labelledby="race">
      <h2 id="race">Race of models</h2>
      <p className="muted">
        Finds the most accurate of several models. All answer the same questions; a model that can no longer
        win drops out. Choose a model and precision above, add it here, then choose the next.
      </p>
      {entrants.length > 0 && (
        <ul className="race-entrants" aria-label="Models of the race">
          {entrants.map(({ id, overview, settings: { device, dtype } }) => (
            <li key={id}>
              <span>
                <bdi>{overview.name}</bdi> {dtype} <span className="muted">{deviceName(device)}</span>
              </span>
              <button type="button" className="button small" onClick={() => controller.removeEntrant(id)}>
                Remove<span className="visually-hidden">{` ${overview.name} ${dtype}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={!isReady}
          onClick={() => void controller.addEntrant()}
        >
          {model.status === 'ready' ? `Add ${model.overview.name} ${settings.dtype}` : 'Add the chosen model'}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isReady || entrants.length < 2 || isRunning}
          onClick={() => void controller.startRace()}
        >
          {entrants.length < 2 ? 'Start the race' : `Race ${entrants.length} models`}
        </button>
      </div>
      {entrants.length > 0 && (
        <div className="settings">
          <NumberField
            label="Risk"
            unit="% chance of dropping the best model"
            value={Math.round(100 * risk)}
            most={20}
            onChange={value => value !== null && controller.changeRisk(value / 100)}
          />
        </div>
      )}
    </section>
  )
}
