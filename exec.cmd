@rem For "npm start" on Windows, whose shell has no exec: runs what follows.
@%*
