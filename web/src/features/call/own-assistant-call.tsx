import type { CallEngines } from '#contract/vapi.ts'
import { useLocation } from 'react-router'
import { signInAndBackTo } from '../../lib/auth-link.ts'
import { OpeningNote } from '../../ui/opening-note.tsx'
import type { CallPartner } from './panel/talking-face.tsx'
import { useCallEngine } from './panel/use-call-engine.ts'
import { VoicePanel } from './panel/voice-panel.tsx'

interface OwnAssistantCallProps {
  assistant: CallPartner
  /** Undefined until the server has told them; then the panel is shown. */
  engines: CallEngines | null | undefined
  keepsWords: boolean
  keptDays: number | null
}

/** A call with an own assistant, on its public page. */
export function OwnAssistantCall({ assistant, engines, keepsWords, keptDays }: OwnAssistantCallProps) {
  const { call, engineSwitch } = useCallEngine(engines, assistant.id, true)
  const { pathname } = useLocation()
  if (engines === undefined) return <OpeningNote />
  return (
    <VoicePanel
      assistant={assistant}
      call={call}
      engines={engines}
      engineSwitch={engineSwitch}
      keepsWords={keepsWords}
      keptDays={keptDays}
      signIn={signInAndBackTo({ path: pathname })}
    />
  )
}
