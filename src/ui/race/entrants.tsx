import { useState } from 'react'
import { isBusy } from '../../app/state/stage.ts'
import type { Picked } from '../../app/state/state.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { FolderState, useFolderWays } from '../home/folder-card.tsx'
import { ModelDrawer } from '../home/model-drawer.tsx'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { Button, SmallButton } from '../shared/controls/button.tsx'
import { ChoiceField, NumberField } from '../shared/controls/fields.tsx'
import { raceHref } from '../state/router.ts'
import { dtypeChoices } from '../text/choices.ts'
import { date, deviceName } from '../text/format.ts'
import { raceTitle } from '../text/races.ts'

/** Starts a race, and lists those that there are. */
export function Races() {
  const runs = useApp(state => state.runs) ?? []
  const races = new Map(runs.flatMap(({ run }) => (run.race ? [[run.race.id, run] as const] : [])))
  return (
    <>
      <RaceEntrants />
      {races.size > 0 && (
        <ul aria-label="Races">
          {Array.from(races, ([id, run]) => (
            <li key={id}>
              <a href={raceHref(id)}>{raceTitle(run)}</a> <span className="muted">{date(run.created)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Collects the models of a race on one data set, and starts it. */
function RaceEntrants() {
  const controller = useController()
  const [isChoosing, setChoosing] = useState(false)
  const choose = (picked: Picked) => {
    setChoosing(false)
    return controller.chooseModel(picked)
  }
  const ways = useFolderWays({ title: 'Model', what: 'model', inputId: 'model-folder-input', choose })
  const { entrants, risk, dataset, model, settings } = useApp(
    pick('entrants', 'risk', 'dataset', 'model', 'settings'),
  )
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  const here = computedHere(settings)
  const isReady = dataset.status === 'ready' && model.status === 'ready'
  return (
    <section className="panel race-panel" aria-labelledby="race">
      <h2 id="race">New race</h2>
      <p className="muted">
        Finds the most accurate of several models. All answer the same questions; a model that can no longer
        win drops out. Choose a model and its precision, add it, then choose the next.
      </p>
      {entrants.length > 0 && (
        <ul className="lines race-entrants" aria-label="Models of the race">
          {entrants.map(({ id, overview, settings: { device, dtype } }) => (
            <li key={id} className="row">
              <span>
                <bdi>{overview.name}</bdi> {dtype} <span className="muted">{deviceName(device)}</span>
              </span>
              <SmallButton onClick={() => controller.removeEntrant(id)}>
                Remove<span className="visually-hidden">{` ${overview.name} ${dtype}`}</span>
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
      <p>
        <span className="muted">Data set</span>{' '}
        {dataset.status === 'ready' ? dataset.overview.name : 'None chosen.'} <a href="#/">Change</a>
      </p>
      <FolderState chosen={model} what="model" unlock={() => controller.unlockModel()} ways={ways}>
        {({ name, dtypes }) => (
          <div className="tiles">
            <p>
              <bdi>{name}</bdi>
            </p>
            {here && (
              <ChoiceField
                label="Precision"
                value={here.dtype}
                choices={dtypeChoices({ dtypes }, here.device)}
                onChange={dtype => controller.changeSettings({ dtype })}
              />
            )}
          </div>
        )}
      </FolderState>
      {ways.inputs}
      {isChoosing && <ModelDrawer ways={ways} choose={choose} onClose={() => setChoosing(false)} />}
      <div className="actions">
        <Button onClick={() => setChoosing(true)}>
          {model.status === 'ready' ? 'Choose another model' : 'Choose a model'}
        </Button>
        <Button disabled={!isReady} onClick={() => controller.addEntrant()}>
          {model.status === 'ready' ? `Add ${model.overview.name} ${settings.dtype}` : 'Add the chosen model'}
        </Button>
        <Button
          look="primary"
          disabled={!isReady || entrants.length < 2 || isRunning}
          onClick={() => controller.startRace()}
        >
          {entrants.length < 2 ? 'Start the race' : `Race ${entrants.length} models`}
        </Button>
      </div>
      {entrants.length > 0 && (
        <div className="tiles">
          <NumberField
            label="Risk"
            unit="% chance of dropping the best model"
            value={Math.round(100 * risk)}
            most={20}
            onChange={value => controller.changeRisk(value / 100)}
          />
        </div>
      )}
    </section>
  )
}
