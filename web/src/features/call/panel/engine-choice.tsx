import { CALL_ENGINES, type CallEngine } from '#contract/vapi.ts'
import { clsx } from 'clsx'
import { useId } from 'react'

const ENGINE_NAMES: Record<CallEngine, string> = { builtin: 'Built in', vapi: 'Vapi' }

interface EngineChoiceProps {
  engine: CallEngine
  /** A call keeps the engine with which it began. */
  locked: boolean
  onChoose: (engine: CallEngine) => void
}

/** A small switch: who makes the call. */
export function EngineChoice({ engine, locked, onChoose }: EngineChoiceProps) {
  const group = useId()
  return (
    <fieldset disabled={locked} className="flex items-center gap-3 text-[0.9375rem] disabled:opacity-60">
      <legend className="float-left mr-3 font-semibold text-ink-soft">Voice engine</legend>
      <div className="flex rounded-full border border-line-strong p-0.5">
        {CALL_ENGINES.map((name) => (
          <label
            key={name}
            className={clsx(
              'relative rounded-full px-3.5 py-1 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              name === engine ? 'bg-ink text-paper' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === engine}
              onChange={() => onChoose(name)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {ENGINE_NAMES[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
