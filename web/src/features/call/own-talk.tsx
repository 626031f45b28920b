import { useLocation } from 'react-router'
import { signInAndBackTo } from '../../lib/auth-link.ts'
import { VoicePanel, type TalkPartner } from './panel/voice-panel.tsx'
import { useBuiltinCall } from './panel/use-call.ts'

/** Talking with somebody's own assistant, on its page. */
export function OwnTalk({ assistant, keepsWords }: { assistant: TalkPartner; keepsWords: boolean }) {
  const call = useBuiltinCall()
  const { pathname } = useLocation()
  return (
    <VoicePanel
      assistant={assistant}
      call={call}
      keepsWords={keepsWords}
      signIn={signInAndBackTo({ path: pathname })}
    />
  )
}
