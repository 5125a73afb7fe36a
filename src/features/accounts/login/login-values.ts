/** The alert that stops the sign-in form, or null: both fields are required. */
export function loginProblem(input: { usernameOrEmail: string; password: string }): string | null {
  if (!input.usernameOrEmail.trim()) return 'Please enter your username or email';
  return input.password ? null : 'Please enter your password';
}
