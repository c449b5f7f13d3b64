export const conversationTexts = {
  chatFields: '"employeeId" and "text" strings are required.',
  planFields: '"employeeId" and a non-empty "text" string are required.',
  noWorkspaces: 'This office has no workspaces.',
  noEmployee: (id: string, floorName: string) => `There is no employee "${id}" in "${floorName}".`,
  planRefused: 'The planning turn was refused.',
} as const;
