/**
 * The public facts about the sixteen catalogue assistants (spec section 3). Their knowledge and scripts are on the
 * server.
 */

export const CATEGORIES = [
  'Healthcare',
  'Finance',
  'Education',
  'Technology',
  'Legal',
  'Real Estate',
  'Marketing',
  'Customer Service',
  'Therapy',
  'Culinary',
  'Spiritual',
  'Academic',
  'Pediatrics',
  'Automotive',
  'Behavioral Health',
  'Speech Therapy',
  'Friendship',
] as const

type Category = (typeof CATEGORIES)[number]

export interface CatalogueAssistant {
  /** Also used in page addresses and as the portrait's id. */
  id: string
  name: string
  title: string
  description: string
  /**
   * The greeting on the home page: the assistant's name, that it is an AI, and an invitation, in two to four seconds.
   */
  greeting: string
  image: string
  /** The badge. */
  category: Category
  /** A second category under which the filter finds this assistant. */
  alsoCategory?: Category
  /** The assistant's id at Vapi; Education and Technology have none (spec section 3). */
  assistantId?: string
  isAvailable: boolean
}

const ENTRIES: readonly Omit<CatalogueAssistant, 'image' | 'isAvailable'>[] = [
  {
    id: 'healthcare',
    name: 'Amara',
    title: 'Health Guide',
    description:
      'Plain answers about fevers, headaches, medicines and blood pressure. Amara also says when it is time to see a doctor.',
    greeting: "Hi, I'm Amara, an AI. How are you today?",
    category: 'Healthcare',
  },
  {
    id: 'finance',
    name: 'Marcus',
    title: 'Money Coach',
    description: 'Budgets that last the month, debts paid in the right order, and pensions explained without jargon.',
    greeting: "I'm Marcus, an AI. Shall we look at your budget?",
    category: 'Finance',
  },
  {
    id: 'education',
    name: 'Clara',
    title: 'Study Tutor',
    description: 'Learn faster, plan for exams and get past stuck homework, from fractions to first drafts.',
    greeting: "Hi, I'm Clara, your AI tutor. What shall we learn?",
    category: 'Education',
  },
  {
    id: 'technology',
    name: 'Kenji',
    title: 'Tech Support',
    description: 'Slow wifi, full phones, forgotten passwords and missing backups, sorted out one calm step at a time.',
    greeting: "I'm Kenji, an AI. What can I help you fix?",
    category: 'Technology',
  },
  {
    id: 'legal',
    name: 'Eleanor',
    title: 'Legal Information Guide',
    description:
      'What a contract, a tenancy or a will usually means, and which step comes next. General information, not legal advice.',
    greeting: "I'm Eleanor, an AI. What can I explain to you?",
    category: 'Legal',
  },
  {
    id: 'real-estate',
    name: 'Sofia',
    title: 'Home Buying and Renting Guide',
    description: 'What to look for at a viewing, how mortgages work, and how to sell or rent with fewer surprises.',
    greeting: "I'm Sofia, an AI. Tell me about the home you want.",
    category: 'Real Estate',
  },
  {
    id: 'marketing',
    name: 'Zoe',
    title: 'Marketing Partner',
    description: 'Find your audience, choose the right channel and get the most from a small budget.',
    greeting: "Hey, I'm Zoe, an AI. What are you selling?",
    category: 'Marketing',
  },
  {
    id: 'customer-service',
    name: 'Omar',
    title: 'Customer Service Agent',
    description:
      'Try him as a customer would: orders, returns, delivery and opening hours of a sample shop, answered at once.',
    greeting: "Welcome, I'm Omar, an AI. What can I do for you?",
    category: 'Customer Service',
  },
  {
    id: 'therapy',
    name: 'Hannah',
    title: 'Wellbeing Companion',
    description:
      'Support on a stressful day: calming down, sleeping better, changing a habit. A companion, not a therapist.',
    greeting: "I'm Hannah, an AI. Tell me how you are today.",
    category: 'Therapy',
    alsoCategory: 'Behavioral Health',
  },
  {
    id: 'culinary',
    name: 'Giovanni',
    title: 'Kitchen Companion',
    description: 'Perfect pasta, fluffy rice, substitutes for what is missing, and answers while your hands are full.',
    greeting: "I'm Giovanni, your AI cook. What are we making tonight?",
    category: 'Culinary',
  },
  {
    id: 'spiritual',
    name: 'Tenzin',
    title: 'Meditation Guide',
    description:
      'A quiet minute for breath, gratitude or meaning. All traditions are welcome, and so are people without one.',
    greeting: "I'm Tenzin, an AI. Shall we be still together?",
    category: 'Spiritual',
  },
  {
    id: 'academic',
    name: 'Ingrid',
    title: 'Research Mentor',
    description:
      'From a first research question to a finished thesis: sources, structure, citations and basic statistics.',
    greeting: "I'm Ingrid, an AI mentor. What are you writing?",
    category: 'Academic',
  },
  {
    id: 'pediatrics',
    name: 'Rosa',
    title: "Parents' Guide",
    description:
      'Fevers, feeding, sleep and vaccines, explained for tired parents, with clear signs of when to call the doctor.',
    greeting: "I'm Rosa, an AI. How is your little one doing?",
    category: 'Pediatrics',
  },
  {
    id: 'automotive',
    name: 'Dale',
    title: 'Car Care Advisor',
    description: 'What that warning light means, when to change the oil, and the opening hours of a sample garage.',
    greeting: "I'm Dale, an AI. How is your car running?",
    category: 'Automotive',
  },
  {
    id: 'speech-therapy',
    name: 'Yasmin',
    title: 'Speech Practice Guide',
    description: 'Speech sounds, stuttering, late talkers and voice care, with small exercises to try aloud.',
    greeting: "I'm Yasmin, an AI. Shall we try a sound together?",
    category: 'Speech Therapy',
  },
  {
    id: 'friendship',
    name: 'Theo',
    title: 'Friendly Company',
    description: 'Tell him about your day, ask for a joke or a film, or just have a chat.',
    greeting: "Hey, I'm Theo, an AI. How was your day?",
    category: 'Friendship',
  },
]

/** In the order in which they are shown. Ids at Vapi are configured for each deployment, so none is written here. */
export const CATALOGUE: readonly CatalogueAssistant[] = ENTRIES.map((entry) => ({
  ...entry,
  image: `/portraits/${entry.id}.svg`,
  isAvailable: true,
}))
