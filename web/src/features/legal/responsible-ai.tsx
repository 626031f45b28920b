import { EmergencyNumbers } from './emergency-numbers.tsx'
import type { LegalDocument } from './legal-page.tsx'

export const RESPONSIBLE_AI: LegalDocument = {
  path: '/responsible-ai',
  pageTitle: 'Responsible AI: how the assistants work · Voxhall',
  pageDescription:
    'The assistants say that they are AI, answer from their own field and do not guess. What they may not do, where they fail, and whom to call in an emergency.',
  title: 'Responsible AI',
  lead: 'How the assistants work, what they are not allowed to do, and where they fail.',
  changedOn: '2026-11-21',
  inShort: [
    '**They say what they are.** Every assistant introduces itself as an AI, and never claims to be a person.',
    '**They do not guess.** An assistant answers from its own field, and says so when it does not know.',
    '**They hand over.** When a question of health, law or money becomes serious, they name the people who can help.',
    '**Nobody listens in.** The sound of a call is not stored, and its words are for you alone to read.',
  ],
  sections: [
    {
      id: 'emergency',
      title: 'In an emergency',
      text: [
        'No assistant can send help, and no person watches a call. If somebody is in danger, call the emergency number where you are, now:',
        <EmergencyNumbers key="numbers" />,
        'Every assistant answers a cry for help first with the emergency number and what to do until help comes, and names a crisis line when you speak of suicide or self-harm. Do not count on it: they can mishear.',
      ],
    },
    {
      id: 'an-ai',
      title: 'An AI, and it says so',
      text: [
        'Every assistant says in its greeting that it is an AI. Ask “Are you a real person?” at any time, and the answer is no. The assistants for health, law, money and wellbeing add that they do not replace a professional.',
        'The faces are drawings of people who do not exist, and the voices are made by a program. None is a copy of a real person’s face or voice.',
      ],
    },
    {
      id: 'how-they-answer',
      title: 'How an answer is made',
      text: [
        {
          steps: [
            '**Listening.** A program on this server compares what you say with the questions that the assistant knows. If nothing fits, it does not guess: the assistant asks you to say it again.',
            '**Knowledge.** Each assistant has at least twelve subjects with answers that were written in advance. It picks the one that fits. Unless the operator has connected a language model, no sentence is made up while you wait.',
            '**Voice and face.** A synthetic voice speaks the answer, and the mouth follows its sounds.',
          ],
        },
        'You can type instead, and you can interrupt at any time. If your browser has its own speech recognition, you can choose it to speak more freely; [read first](/privacy#voice) who hears you then.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What they may not do',
      text: [
        [
          'Diagnose, or tell you to change the dose of a medicine.',
          'Predict how your case will end in court, or write documents for you to file there.',
          'Recommend a particular share, fund, coin, insurance or lender.',
          'Stand in for a therapist. In a crisis they point you to people who can help.',
          'Ask for passwords, card numbers or codes.',
          'Claim to be human, or invent an answer that they do not have.',
        ],
      ],
    },
    {
      id: 'limits',
      title: 'Where they fail',
      text: [
        [
          'They know English, and only the subjects of their own field.',
          'With noise, several voices at once, or an accent that they were not tuned for, they ask again more often. That is unfair to some people. Typing always works.',
          'They answer the question that they understood. The conversation box shows which one it was.',
          'They forget you when the call ends, and know nothing about today’s news, prices or the laws of your town.',
          'An answer can be out of date or wrong. Please tell us if you find one.',
        ],
      ],
    },
    {
      id: 'conversations',
      title: 'What is kept of a conversation',
      text: [
        'Sound is processed in memory and not stored. The words are kept in your own list, “Your calls”; of an answer that you interrupted, only the part that you heard. No other visitor sees them, and they are not used for training. A business may keep what is said to its own assistant; the page of that assistant says so before you speak. The [privacy page](/privacy#what-is-kept) says for how long.',
        'If nothing is said for three minutes, the server ends the call, so that a forgotten tab does not use up your minutes.',
      ],
    },
    {
      id: 'everybody',
      title: 'Accessibility',
      text: [
        'Everything that is said appears as text while it is spoken, so you do not need to hear. Everything can be typed, so you do not need to speak. Faces stand still if your system asks for less motion. The sixteen people differ in age, build and origin, and none of them is a stereotype.',
      ],
    },
    {
      id: 'tell-us',
      title: 'Tell us',
      text: [
        'If an assistant said something wrong, harmful or unkind, [write to us](/contact) with its name and what you had asked. A person reads your message, and the answer is corrected for everyone.',
      ],
    },
  ],
}
