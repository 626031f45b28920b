import { useLocation } from 'react-router'
import { signInAndBackTo } from '../../lib/auth-link.ts'
import type { CallPartner } from './panel/talking-face.tsx'
import { useCallEngine } from './panel/use-call-engine.ts'
import { VoicePanel } from './panel/voice-panel.tsx'

interface OwnAssistantCallProps {
  assistant: CallPartner
  keepsWords: boolean
  keptDays: number | null
}

/** A call with an own assistant, on its public page. */
export function OwnAssistantCall({ assistant, keepsWords, keptDays }: OwnAssistantCallProps) {
  const { call, engineSwitch } = useCallEngine(assistant.id, true)
  const { pathname } = useLocation()
  return (
    <VoicePanel
      assistant={assistant}
      call={call}
      engineSwitch={engineSwitch}
      keepsWords={keepsWords}
      keptDays={keptDays}
      signIn={signInAndBackTo({ path: pathname })}
    />
  )
}
