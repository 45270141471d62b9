extension CompletionScript {
    func fish() -> String {
        let valued = Set(
            (commands.flatMap(\.options) + globals).filter { $0.value.map { !$0.isOptional } ?? false }.flatMap(\.names)
        ).sorted()
        var script = """
            # fish completions of mono. Load them with:  mono completions fish | source

            # The command on the line so far: 'build', 'cache gc', or nothing yet.
            function __mono_command
                set -l found
                set -l skip
                for word in (commandline -opc)[2..-1]
                    if set -q skip[1]
                        set -e skip
                        continue
                    end
                    switch $word
                        case \(valued.joined(separator: " "))
                            set skip yes
                        case '-*'
                        case '*'
                            set -a found $word
                            if not contains -- $found[1] \(families.joined(separator: " ")); or test (count $found) -eq 2
                                break
                            end
                    end
                end
                echo -n (string join ' ' -- $found)
            end

            function __mono_at
                set -l found (__mono_command)
                test "$found" = "$argv"
            end

            function __mono_names
                set -l folder
                set -l words (commandline -opc)
                for index in (seq (count $words))
                    if contains -- $words[$index] -C --directory; and test $index -lt (count $words)
                        set folder -C $words[(math $index + 1)]
                    end
                end
                mono $folder __complete $argv[1] 2>/dev/null
            end

            # What fish knows of another program of this name.
            complete -c mono -e
            complete -c mono -f

            """
        for option in globals { script += fishOption(option, condition: nil) }
        for first in firstWords {
            script += "complete -c mono -n '__mono_at \"\"' -a \(first.word) -d \(Self.quoted(first.summary))\n"
        }
        for command in commands {
            if command.words.count == 2 {
                script +=
                    """
                    complete -c mono -n '__mono_at \(command.words[0])' -a \(command.words[1]) -d \
                    \(Self.quoted(command.summary))\n
                    """
            }
            for option in command.options { script += fishOption(option, condition: command.name) }
            for positional in command.positionals {
                let arguments = fishArguments(positional.completion)
                if !arguments.isEmpty { script += "complete -c mono -n '__mono_at \(command.name)' \(arguments)\n" }
            }
        }
        return script
    }

    private func fishOption(_ option: OptionDescription, condition: String?) -> String {
        var words = ["complete -c mono"]
        if let condition { words.append("-n '__mono_at \(condition)'") }
        for name in option.names {
            let bare = String(name.drop { $0 == "-" })
            // A long name behind one dash is what fish calls old style.
            words.append((name.hasPrefix("--") ? "-l " : bare.count == 1 ? "-s " : "-o ") + bare)
        }
        if let value = option.value, !value.isOptional {
            words += [value.completion == .files ? "-r" : "-x", fishArguments(value.completion)]
        }
        words.append("-d \(Self.quoted(option.help))")
        return words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    }

    private func fishArguments(_ completion: Completion) -> String {
        switch completion {
        case .none: ""
        case .files: "-F"
        case .folders: "-a '(__fish_complete_directories)'"
        case .choices(let texts): "-a '\(texts.joined(separator: " "))'"
        case .names(.commands): "-a '\(firstWords.map(\.word).joined(separator: " "))'"
        case .names(let kind): "-a '(__mono_names \(kind.rawValue))'"
        }
    }
}
